# Images from a checkout: docker build --target sandbox -t till-sandbox . (or worker, or till, which is the default).
# No image has been built from this file yet.
FROM node:26-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN npm ci && npm run sea

FROM debian:stable-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home till && mkdir /data && chown till /data
COPY --from=build /src/dist-sea/till /usr/local/bin/till
COPY --from=build /src/LICENSE /src/dist/THIRD-PARTY-LICENSES.txt /usr/local/share/doc/till/
ENV TILL_HOME=/data
VOLUME /data
USER till
ENTRYPOINT ["till"]

# Needs TILL_SANDBOX_TOKEN, because other containers can reach it.
FROM base AS sandbox
EXPOSE 4010
CMD ["sandbox", "start", "--host", "0.0.0.0", "--port", "4010"]

# Needs the address of the shared journal in TILL_JOURNAL.
FROM base AS worker
CMD ["worker"]

FROM base AS till
