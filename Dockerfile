# docker build --tag rxrepl . && docker run --rm --volume "$PWD:/work" --user "$(id -u)" rxrepl test
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq git make
WORKDIR /source
COPY . .
RUN make install PREFIX=/usr DESTDIR=/installed

FROM debian:bookworm-slim
COPY --from=build /installed/ /
WORKDIR /work
ENTRYPOINT ["rxrepl"]
