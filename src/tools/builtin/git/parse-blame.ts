export interface BlamedLine {
  line: number;
  /** All zeros for a line that is not committed yet. */
  commit: string;
  author_name: string;
  authored_at: string;
  subject: string;
  text: string;
}

/** Reads `git blame --line-porcelain`: a header for each line, then the line behind a tab. */
export function parseBlame(output: string): BlamedLine[] {
  const lines: BlamedLine[] = [];
  let fields: Record<string, string> = {};
  for (const row of output.split('\n')) {
    if (row.startsWith('\t')) {
      lines.push(toBlamedLine(fields, row.slice(1)));
      fields = {};
    } else {
      const end = row.indexOf(' ');
      const name = end === -1 ? row : row.slice(0, end);
      fields[name.length >= 40 ? 'commit' : name] = name.length >= 40 ? row : row.slice(end + 1);
    }
  }
  return lines;
}

function toBlamedLine(fields: Readonly<Record<string, string>>, text: string): BlamedLine {
  const [commit = '', , line = ''] = (fields['commit'] ?? '').split(' ');
  const authoredAtMs = Number(fields['author-time'] ?? 0) * 1_000;
  return { line: Number(line), commit, author_name: fields['author'] ?? '', authored_at: new Date(authoredAtMs).toISOString(), subject: fields['summary'] ?? '', text };
}
