/**
 * What the log had reached, kept outside the database: a database that is behind it has lost its end. It is written
 * after a commit and never before, so whatever stops the process, the head is at most where the database is.
 */
import { closeSync, constants, existsSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Head } from '../../ledger/index.ts';
import { createPrivateFile } from './private-files.ts';

const SLOT_BYTES = 128;
/** Successive heads go to different slots, so that a torn write spoils one of many. */
const HEAD_SLOTS = 256;
/** Stores that have the ledger open note themselves here; more than this at once only hides a crash of one. */
const OPENER_SLOTS = 32;
const EMPTY_SLOT = `${' '.repeat(SLOT_BYTES - 1)}\n`;
/** All slots are there from the beginning, so that noting a head needs no space that a full disk cannot give. */
const FILE_BYTES = (HEAD_SLOTS + OPENER_SLOTS) * SLOT_BYTES;

/** `touches` counts the commits that appended nothing: they too are missed when they are cut off. */
export interface HeadRecord extends Head {
  readonly touches: number;
}

export interface Opener {
  readonly epoch: string;
  readonly pid: number;
  /** Tells two stores of one process apart. */
  readonly token: string;
}

export interface HeadFile {
  /** The furthest head that is written whole; undefined when there is none. */
  best(): HeadRecord | undefined;
  write(head: HeadRecord): void;
  /** Forgets all heads and keeps only this one: after a restore, or when a loss was accepted. */
  replace(head: HeadRecord): void;
  openers(): readonly Opener[];
  enter(opener: Opener): void;
  leave(opener: Opener): void;
  sync(): void;
  close(): void;
}

/** No two databases of one folder share a head, whatever they are called. */
export function headPathOf(file: string): string {
  return file.endsWith('.db') ? `${file.slice(0, -'.db'.length)}.head` : `${file}-head`;
}

/** Creates the file when there is none, and makes a cut one whole again. */
export function openHeadFile(path: string): HeadFile {
  createPrivateFile(path, EMPTY_SLOT.repeat(FILE_BYTES / SLOT_BYTES));
  const descriptor = openSync(path, constants.O_RDWR);
  try {
    const missing = FILE_BYTES - fstatSync(descriptor).size;
    if (missing > 0) writeSync(descriptor, ' '.repeat(missing), FILE_BYTES - missing, 'latin1');
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return headFileOf(descriptor);
}

function headFileOf(descriptor: number): HeadFile {
  const buffer = Buffer.alloc(SLOT_BYTES);

  const read = (slot: number): string[] | undefined => {
    const bytes = readSync(descriptor, buffer, 0, SLOT_BYTES, slot * SLOT_BYTES);
    return fieldsOf(buffer.toString('latin1', 0, bytes));
  };
  const put = (slot: number, text: string): void => {
    writeSync(descriptor, text.padEnd(SLOT_BYTES - 1).concat('\n'), slot * SLOT_BYTES, 'latin1');
  };
  const headAt = (slot: number): HeadRecord | undefined => headOf(read(slot));
  const openerAt = (at: number): Opener | undefined => openerOf(read(HEAD_SLOTS + (at % OPENER_SLOTS)));
  /** The first free place, counted from the number of the process, so that two processes seldom try the same. */
  const freePlace = ({ pid }: Opener): number => {
    let place = pid;
    while (place < pid + OPENER_SLOTS && openerAt(place) !== undefined) place += 1;
    return HEAD_SLOTS + (place % OPENER_SLOTS);
  };
  const best = (): HeadRecord | undefined => {
    let found: HeadRecord | undefined;
    for (let slot = 0; slot < HEAD_SLOTS; slot += 1) {
      const head = headAt(slot);
      if (head !== undefined && isFurther(head, found)) found = head;
    }
    return found;
  };
  /** What this process last wrote to each slot: as long as it stands there, it need not be read again. */
  const own = new Map<number, { readonly text: string; readonly head: HeadRecord }>();
  const write = (head: HeadRecord): void => {
    const slot = head.position % HEAD_SLOTS;
    const mine = own.get(slot);
    const isMine = mine !== undefined && readSync(descriptor, buffer, 0, SLOT_BYTES, slot * SLOT_BYTES) > 0 && buffer.toString('latin1', 0, mine.text.length) === mine.text;
    if (!isFurther(head, isMine ? mine.head : headAt(slot))) return;
    const text = signed(`head ${head.position} ${head.touches} ${head.chainHash}`);
    put(slot, text);
    own.set(slot, { text, head });
  };

  return {
    best,
    write,
    replace(head) {
      for (let slot = 0; slot < HEAD_SLOTS; slot += 1) put(slot, '');
      write(head);
      fsyncSync(descriptor);
    },
    openers: () => Array.from({ length: OPENER_SLOTS }, (_, at) => openerAt(at)).filter((opener) => opener !== undefined),
    enter: (opener) => put(freePlace(opener), signed(`open ${opener.pid} ${opener.token} ${opener.epoch}`)),
    leave({ pid, token, epoch }) {
      for (let at = 0; at < OPENER_SLOTS; at += 1) {
        const noted = openerAt(at);
        if (noted?.pid === pid && noted.token === token && noted.epoch === epoch) put(HEAD_SLOTS + at, '');
      }
    },
    sync: () => fsyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
}

/** The best head of a file that may not be there; nothing is created and nothing is changed. */
export function readBestHead(path: string): HeadRecord | undefined {
  if (!existsSync(path)) return undefined;
  const head = headFileOf(openSync(path, constants.O_RDONLY));
  try {
    return head.best();
  } finally {
    head.close();
  }
}

/** Whether the log had come further; commits without events count among equals. */
export function isFurther(head: HeadRecord, than: HeadRecord | undefined): boolean {
  if (than === undefined || head.position !== than.position) return head.position > (than?.position ?? -1);
  return head.touches > than.touches;
}

function signed(text: string): string {
  return `${text} ${crc32(text).toString(16)}`;
}

/** The fields of a record whose checksum is right. */
function fieldsOf(slot: string): string[] | undefined {
  const text = slot.trimEnd();
  const end = text.lastIndexOf(' ');
  return end > 0 && text === signed(text.slice(0, end)) ? text.slice(0, end).split(' ') : undefined;
}

function headOf(fields: readonly string[] | undefined): HeadRecord | undefined {
  const [kind, position, touches, chainHash] = fields ?? [];
  return kind === 'head' && chainHash !== undefined ? { position: Number(position), touches: Number(touches), chainHash } : undefined;
}

function openerOf(fields: readonly string[] | undefined): Opener | undefined {
  const [kind, pid, token, ...epoch] = fields ?? [];
  return kind === 'open' && token !== undefined && epoch.length > 0 ? { pid: Number(pid), token, epoch: epoch.join(' ') } : undefined;
}
