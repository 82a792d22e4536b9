# hipify-py as an image: docker build -t hipify-py .
# To run it, see docs/docker.md. Nothing is compiled: all dependencies have wheels.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
WORKDIR /build
RUN python -I -m pip install --no-cache-dir "build>=1,<2"
COPY pyproject.toml README.md LICENSE ./
COPY man man
COPY mappings mappings
COPY src src
COPY tools/build_tables.py tools/build_tables.py
RUN python -I -m build --wheel --outdir /dist

FROM python:${PYTHON}-slim
RUN --mount=type=bind,from=build,source=/dist,target=/dist python -I -m pip install --no-cache-dir /dist/*.whl
# Whoever runs it, `-u` names any user, finds a place for the originals of `undo` and for the cache.
ENV XDG_STATE_HOME=/tmp/state XDG_CACHE_HOME=/tmp/cache
USER 1000:1000
WORKDIR /src
ENTRYPOINT ["hipify-py"]
