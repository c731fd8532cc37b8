/** Selects the time of a PostgreSQL database in milliseconds, as `now`: all computers that share the database measure by it. */
export const databaseTime = "(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";
