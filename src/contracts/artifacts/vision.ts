import { z } from 'zod';
import { NonEmptyText, PositiveCount, Sha256, UnitInterval } from '../core/index.ts';

/** Below this, what was seen is a guess, and the role says what would help instead. */
export const VISION_CONFIDENCE_MIN = 0.7;

const ofImage = { image: NonEmptyText, image_sha256: Sha256.nullable(), confidence: UnitInterval };

export const VisionAnalysis = z
  .strictObject({
    ...ofImage,
    description: NonEmptyText,
    observations: z.array(z.strictObject({ observation: NonEmptyText, confidence: UnitInterval })),
    /** What would make it surer. */
    next_step: NonEmptyText.nullable(),
  })
  .refine(({ confidence, next_step: next }) => confidence >= VISION_CONFIDENCE_MIN || next !== null, {
    path: ['next_step'],
    message: 'whoever is not sure of what they saw says what would help',
  });
export type VisionAnalysis = z.infer<typeof VisionAnalysis>;

interface Drawn {
  nodes: readonly { id: string }[];
  edges: readonly { from: string; to: string }[];
}

function joinsWhatIsDrawn({ nodes, edges }: Drawn): boolean {
  const ids = new Set(nodes.map(({ id }) => id));
  return ids.size === nodes.length && edges.every(({ from, to }) => ids.has(from) && ids.has(to));
}

/** A diagram as nodes and what joins them. */
export const DiagramGraph = z
  .strictObject({
    ...ofImage,
    nodes: z.array(z.strictObject({ id: NonEmptyText, label: z.string() })).min(1),
    edges: z.array(z.strictObject({ from: NonEmptyText, to: NonEmptyText, label: z.string().nullable() })),
  })
  .refine(joinsWhatIsDrawn, { path: ['edges'], message: 'a node is listed twice, or an edge ends at none' });
export type DiagramGraph = z.infer<typeof DiagramGraph>;

export const OCRText = z.strictObject({
  ...ofImage,
  text: z.string(),
  language: NonEmptyText,
  page: PositiveCount.nullable(),
});
export type OCRText = z.infer<typeof OCRText>;
