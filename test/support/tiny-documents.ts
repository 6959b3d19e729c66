import { crc32, deflateRawSync } from 'node:zlib';

/** Small documents written byte by byte, so that tests hold no binary files. */

export interface PdfLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** A PDF with one page for each list of lines. `encrypted` makes one that no empty password opens. */
export function tinyPdf(pages: readonly (readonly PdfLine[])[], { encrypted = false }: { encrypted?: boolean } = {}): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, at) => {
      const content = lines.map(({ text, x = 72, y, size = 12 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  const lock = encrypted ? ` /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>` : '';
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** A zip file of deflated entries. */
export function tinyZip(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    // Version, flags, method, time and date; then checksum and sizes.
    const shared = Buffer.alloc(26);
    [20, 0, 8, 0, 33].forEach((value, at) => shared.writeUInt16LE(value, at * 2));
    [crc32(bytes), packed.length, bytes.length].forEach((value, at) => shared.writeUInt32LE(value >>> 0, 10 + at * 4));
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, tail, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  [centrals.length, centrals.length].forEach((count, at) => end.writeUInt16LE(count, 8 + at * 2));
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A Word document with this inside its body. */
export function tinyDocx(body: string): Uint8Array {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const style = (id: string, name: string): string => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  return tinyZip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}">${style('Heading1', 'heading 1')}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  });
}
