# Soundmark for those without a Space. Build: docker build -t soundmark .   Run: docker compose up
FROM python:3.11-slim

# As on a Space: user 1000, and nothing but the code and what requirements.txt names.
RUN useradd --create-home --uid 1000 soundmark && mkdir /data && chown soundmark /data
WORKDIR /app

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check -r requirements.txt

COPY app.py LICENSE models.example.toml ./
COPY soundmark soundmark
COPY components components
COPY leaderboard leaderboard

ENV DATA_DIR=/data \
    GRADIO_ANALYTICS_ENABLED=False \
    GRADIO_SERVER_NAME=0.0.0.0 \
    GRADIO_SERVER_PORT=7860 \
    GRADIO_TEMP_DIR=/data/gradio \
    HF_HOME=/data/huggingface \
    NUMBA_CACHE_DIR=/data/numba \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER soundmark
VOLUME /data
EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:7860/me', timeout=8)"]
# SIGTERM sends what waits before the app ends.
CMD ["python", "app.py"]
