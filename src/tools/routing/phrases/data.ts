import type { Phrase } from '../grammar/phrase-reader.ts';

const DATABASE = '[the|my] [sqlite] [database|db|sqlite] [file] [at|called|named|file] <database_path:database> [database|db]';
const QUERY = '[the|this] [sql] [query|statement|sql]';

export const sqlQueryPhrases: readonly Phrase[] = [
  { says: `[{run}|query|use] ${QUERY} <query:sql> (on|against|in|from|over|using|with|at) ${DATABASE}` },
  { says: `(query|in|on|against|using|with|from|for) ${DATABASE} [,|:|-] [with|for|using|by running|{run}] ${QUERY} <query:sql>` },
  { says: `{run} [a|the|this] (query|sql query) (on|against|in|over) ${DATABASE} <query:sql>` },
  { says: `sqlite3 <database_path:database> <query:quoted_sql>` },
];

const CALCULATE = '(calculate|compute|evaluate|work out|calc|eval|{what_is}|how much is|solve|what does|tell me|tell me the (result|value) of|{what_is} the (result|value|sum|product) of|{want} know|give me|what do you get for)';

export const evaluatePhrases: readonly Phrase[] = [
  { says: `[${CALCULATE}] [the (value|result) of|the expression|the javascript expression] <expression:expression>` },
];
