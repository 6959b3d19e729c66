/** One line or one layer of bars, value by value. */
export interface PlotSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The custom property of the styles that its colour stands in. */
  readonly colour: `--${string}`;
}

/** Layers on one another: each as high as it and all below it. The highest is first, so that it is drawn behind the others. */
export function stacked(layers: readonly PlotSeries[]): PlotSeries[] {
  const heights: number[] = [];
  return layers
    .map((layer) => ({ ...layer, values: layer.values.map((value, at) => (heights[at] = (heights[at] ?? 0) + (value ?? 0))) }))
    .toReversed();
}
