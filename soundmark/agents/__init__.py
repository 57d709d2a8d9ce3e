"""Programs that play by the same rules as people, over the app's API or as an MCP client. Nothing here knows gradio."""
