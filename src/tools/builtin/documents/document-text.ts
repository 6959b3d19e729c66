import type { LeftOut } from './html-text.ts';

/** What was read out of a document, of whatever kind. */
export interface DocumentText {
  readonly title: string;
  readonly text: string;
  readonly cutChars: number;
  /** Null where nothing can be hidden, or nothing hidden can be recognised. */
  readonly leftOut: LeftOut | null;
  /** Null for documents that have no pages of their own. */
  readonly pages: { readonly count: number; readonly first: number; readonly last: number; /** Without any text, as scans are. */ readonly empty: number } | null;
}

export const DOCUMENT_KINDS = ['pdf', 'docx', 'html', 'markdown', 'text'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface DocumentTask {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
  readonly pageRange: string | undefined;
}
