# Creates the database at the first start, and serves it. Before, it draws a password, unless POSTGRES_PASSWORD names one, and writes the address for
# the nodes and workers, which run as another user; no other container has that volume.
set -eu
programs=$(ls -d /usr/lib/postgresql/*/bin)
if [ ! -s "$SECRET/address" ]; then
    # A database from before passwords were drawn has this one.
    password=arbitre
    [ -s "$PGDATA/PG_VERSION" ] || password=$(od -An -tx1 -N24 /dev/urandom | tr -d ' \n')
    echo "postgres://arbitre:${POSTGRES_PASSWORD:-$password}@database:5432/arbitre?schema=${ARBITRE_SCHEMA:-arbitre}" >"$SECRET/new"
    chmod 0444 "$SECRET/new"
    mv "$SECRET/new" "$SECRET/address"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    umask 077
    sed 's/^postgres:..arbitre://; s/@database:5432.*//' "$SECRET/address" >/tmp/password
    "$programs/initdb" --pgdata "$PGDATA" --username arbitre --pwfile /tmp/password --auth scram-sha-256 --encoding UTF8 --locale C
    rm /tmp/password
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    echo 'CREATE DATABASE arbitre;' | "$programs/postgres" --single -D "$PGDATA" postgres
fi
exec "$programs/postgres" -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200
