# Images from a checkout: docker build --target sandbox -t till-sandbox . (or worker, or till, which is the default).
# No image has been built from this file yet; its programs and health checks were run as user 1000 without rights, on a root that cannot be
# written. For a fixed base, give both by digest:
#   --build-arg NODE_IMAGE=node:26-slim@sha256:… --build-arg BASE_IMAGE=debian:stable-slim@sha256:…
# It runs with a root that cannot be written: docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges
ARG NODE_IMAGE=node:26-slim
ARG BASE_IMAGE=debian:stable-slim
FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN npm ci && npm run sea

FROM ${BASE_IMAGE} AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home till && mkdir /data && chown till /data
COPY --from=build /src/dist-sea/till /usr/local/bin/till
COPY --from=build /src/LICENSE /src/dist/THIRD-PARTY-LICENSES.txt /usr/local/share/doc/till/
ENV TILL_HOME=/data
VOLUME /data
USER 1000
ENTRYPOINT ["till"]

# Needs TILL_SANDBOX_TOKEN, because other containers can reach it.
FROM base AS sandbox
EXPOSE 4010
HEALTHCHECK --interval=10s CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:4010/"]
CMD ["sandbox", "start", "--host", "0.0.0.0", "--port", "4010"]

# Needs the address of the shared journal in TILL_JOURNAL.
FROM base AS worker
EXPOSE 9464
HEALTHCHECK --interval=10s CMD ["curl", "--fail", "--silent", "--output", "/dev/null", "http://127.0.0.1:9464/healthz"]
CMD ["worker", "--metrics=0.0.0.0:9464"]

FROM base AS till
