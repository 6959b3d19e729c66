import { ROUTER_LEXICON, type Lexicon } from '../../../tools/index.ts';
import { nameSlots } from './names.ts';
import { bytesSlot, daySlot, sinceSlot, spanSlot } from './quantities.ts';

const vocabulary: Readonly<Record<string, string>> = {
  every: '[all|all of|every|each|any|the] [the|my|our]',
  /** Where to look. "Here" and "this project" leave the place to its default. */
  place_said: '(here|{in} ({folder_shown}|<path:folder_name>|<path:known_folder>|{this_folder})|{in} (the|my|our) <path:known_folder>|on (my|this) (disk|machine|computer))',
  place: '[{place_said}]',
  larger: '(larger|bigger|greater|heavier|more|over|above|at least|exceeding) [than]',
  smaller: '(smaller|less|under|below|at most|up to) [than]',
  changed: '(changed|modified|edited|touched|updated)',
  condition: `[that|which] [are|is|were|was|have been|have|has|i|we] [been] ({larger} <min_bytes:bytes> [in size|large|big]
    |{smaller} <max_bytes:bytes> [in size]
    |[last] {changed} ((in|within|during|over) [the] (last|past|this) <changed_within_sec:span>|[since] <changed_within_sec:day>)
    |newer than <changed_within_sec:span>
    |from [the] (last|past) <changed_within_sec:span>
    |older than <unchanged_for_sec:span>
    |[last] {changed} more than <unchanged_for_sec:span> ago
    |not [been] {changed} (in|for|within|over|since) [the] [last|past|more than|over] <unchanged_for_sec:span>)`,
  conditions: '[{condition} [and {condition}]]',
  /** "TypeScript files", "images", "*.log", or plainly "files". */
  files: '(<pattern:kind> [files|file|documents]|files|file)',
  many_files: '(<pattern:kind> files|files|<pattern:kinds>)',
  there: '[are there|do we have|do i have|are|exist|is|is there|there are|have we got|does it have|sit|live]',
  by: '(by|per|for each|for every|grouped by|broken down by|split by|sorted by)',
  in_table: '(in|from|of|inside|using|within|out of|over) [the|my|our] [file|table|csv|csv file|json file|spreadsheet] <path:table_file>',
};

/** The router's words and those of the tasks that are done without a model. */
export const OFFLINE_LEXICON: Lexicon = {
  slots: { ...ROUTER_LEXICON.slots, ...nameSlots, bytes: bytesSlot, span: spanSlot, day: daySlot, since: sinceSlot },
  vocabulary: { ...ROUTER_LEXICON.vocabulary, ...vocabulary },
};
