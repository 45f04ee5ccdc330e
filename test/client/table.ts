/**
 * The rows of a table that the client has printed, each by the names of its columns; a cell of several lines keeps
 * them.
 */
export function rowsOf(text: string): Readonly<Record<string, string>>[] {
  const [head, , ...lines] = text.split('\n').filter((line) => line.startsWith('|'));
  if (head === undefined) throw new Error(`no table: ${text}`);
  const names = cellsOf(head);
  const rows: Record<string, string>[] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    const isFurther = cells[0] === '' && rows.length > 0;
    if (!isFurther) rows.push({});
    const row = rows.at(-1)!;
    for (const [index, name] of names.entries()) {
      const cell = cells[index] ?? '';
      row[name] = isFurther && cell !== '' ? `${row[name]}\n${cell}` : isFurther ? row[name]! : cell;
    }
  }
  return rows;
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}
