import type { MemoryPlaceItem } from '../../../../src/contracts/index.ts';

/** The laws stand in every prompt; nothing is ever written there. */
const LAWS = 4;

export interface PyramidLevel {
  readonly level: 'T' | 'C' | 'K' | 'M';
  readonly name: string;
  readonly says: string;
  readonly count: number;
}

/** What is remembered by how much it takes to change it: the few at the top hold longest. */
export function pyramidOf(places: readonly Pick<MemoryPlaceItem, 'levels'>[]): readonly PyramidLevel[] {
  const sum = (level: 'C' | 'K' | 'M'): number => places.reduce((total, { levels }) => total + levels[level], 0);
  return [
    { level: 'T', name: 'Laws', says: 'stand in every prompt, never written', count: LAWS },
    { level: 'C', name: 'Rules', says: 'distilled, do not fade', count: sum('C') },
    { level: 'K', name: 'Knowledge', says: 'rules that proved wrong and fade', count: sum('K') },
    { level: 'M', name: 'Episodes', says: 'what happened, fades', count: sum('M') },
  ];
}
