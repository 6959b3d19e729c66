/** Every way in which a text may differ from JSON and still be read. */
export const JSON_REPAIR_KINDS = [
  'comment',
  'doubled_encoding',
  'duplicate_key',
  'extra_comma',
  'fence',
  'invalid_escape',
  'irregular_space',
  'literal_spelling',
  'mismatched_bracket',
  'missing_colon',
  'missing_comma',
  'missing_value',
  'non_finite_number',
  'number_spelling',
  'quote_style',
  'raw_control_character',
  'surrounding_text',
  'trailing_comma',
  'truncated',
  'unescaped_quote',
  'unquoted_key',
] as const;
export type JsonRepairKind = (typeof JSON_REPAIR_KINDS)[number];

/** One kind of repair: how often it was made, and where first. Bounded, because the kinds are. */
export interface JsonRepair {
  readonly kind: JsonRepairKind;
  readonly count: number;
  /** UTF-16 offset of the first one. */
  readonly offset: number;
}

export class RepairLog {
  private readonly repairs = new Map<JsonRepairKind, JsonRepair>();

  add(kind: JsonRepairKind, offset: number): void {
    this.merge([{ kind, count: 1, offset }]);
  }

  merge(repairs: readonly JsonRepair[]): void {
    for (const { kind, count, offset } of repairs) {
      const known = this.repairs.get(kind);
      this.repairs.set(kind, { kind, count: (known?.count ?? 0) + count, offset: known?.offset ?? offset });
    }
  }

  /** In the order of their first place. */
  list(): JsonRepair[] {
    return [...this.repairs.values()].sort((left, right) => left.offset - right.offset);
  }
}
