/* What a C program needs to open an SQLite file and read one row of it: the scale for start-up. */
#include <sqlite3.h>
#include <stdio.h>

int main(int count, char **words) {
  sqlite3 *database;
  sqlite3_stmt *statement;
  if (count != 2 || sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READONLY, NULL)) return 1;
  if (sqlite3_prepare_v2(database, "SELECT count(*) FROM sqlite_master", -1, &statement, NULL))
    return 1;
  if (sqlite3_step(statement) != SQLITE_ROW) return 1;
  printf("%d\n", sqlite3_column_int(statement, 0));
  sqlite3_finalize(statement);
  return sqlite3_close(database);
}
