# Creates the database at the first start, and serves it.
set -eu
programs=$(ls -d /usr/lib/postgresql/*/bin)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    umask 077
    printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
    "$programs/initdb" --pgdata "$PGDATA" --username arbitre --pwfile /tmp/password --auth scram-sha-256 --encoding UTF8 --locale C
    rm /tmp/password
    echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
    echo 'CREATE DATABASE arbitre;' | "$programs/postgres" --single -D "$PGDATA" postgres
fi
exec "$programs/postgres" -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200
