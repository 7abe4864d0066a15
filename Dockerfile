# Examshelf in a container: one process, not root, nothing writable but /data.
#
#   docker build -t examshelf .
#   docker run --init --read-only --tmpfs /tmp --shm-size 512m -p 3000:3000 -v examshelf-data:/data examshelf
#
# All RUN lines use paths relative to WORKDIR, so that `npm run image` can run each step without Docker.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm run release -- ../release
# The base image has Node already.
RUN ln -sf /usr/local/bin/node ../release/bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory that is free again is given back sooner (docs/performance.md).
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /release ./
RUN mkdir -p ../data && chmod 700 ../data && chown node:node ../data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "main.ts"]
