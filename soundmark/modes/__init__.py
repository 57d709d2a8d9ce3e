"""The modes of the app, one folder each; `soundmark.registry` finds them."""
