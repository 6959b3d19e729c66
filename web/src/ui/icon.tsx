/** Strokes on a field of 20 by 20, one picture for each name. */
const STROKES = {
  home: 'M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5M8.5 16.5v-4.5h3v4.5',
  runs: 'M3.5 5h13M3.5 10h13M3.5 15h8',
  attention: 'M10 3a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5 1.5 5H4s1.500-1 1.500-5A4.500 4.500 0 0 1 10 3ZM8.300 15.500a1.800 1.800 0 0 0 3.400 0',
  memory: 'M10 3 3.500 6.500 10 10l6.500-3.500L10 3ZM3.500 10 10 13.500 16.500 10M3.500 13.500 10 17l6.500-3.500',
  auditor: 'M10 2.800 4 5v4.500c0 4 2.500 6.300 6 7.700 3.500-1.400 6-3.700 6-7.700V5l-6-2.200ZM7.300 10l2 2 3.400-4',
  tools: 'M12.500 3.500a4 4 0 0 0-3.800 5.200L3.500 14a1.800 1.800 0 0 0 2.500 2.500l5.300-5.200a4 4 0 0 0 5.100-5l-2.300 2.300-2.300-.4-.4-2.300 2.300-2.300a4 4 0 0 0-1.200-.1Z',
  models: 'M6 6h8v8H6zM8.500 3v3M11.500 3v3M8.500 14v3M11.500 14v3M3 8.500h3M3 11.500h3M14 8.500h3M14 11.500h3',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4.200v3.600M7 12.200v3.600',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  send: 'M3.500 10 16.500 3.500 12.500 16.500 9.500 11 3.500 10ZM9.500 11l7-7.500',
  folder: 'M3 5.500h5l1.500 2H17v8H3z',
  download: 'M10 3.500v9M6.500 9l3.500 3.500L13.500 9M4 16.500h12',
  theme: 'M10 3.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM10 3.500v13',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4 10.500 8 14.500 16 6',
} as const;

export type IconName = keyof typeof STROKES;

/** Beside words, never in place of them unless the button says what it is. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={STROKES[name]} />
    </svg>
  );
}
