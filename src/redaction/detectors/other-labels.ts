import { isLabelled, labelSet } from '../scan/context.ts';

/** Things whose numbers look like a person's: the label right before them says that they are not. */
const PRODUCT_NOUNS = [
  'sku', 'part', 'isbn', 'issn', 'serial', 'model', 'docket', 'patent', 'tracking', 'catalog', 'catalogue', 'cas', 'item', 'lot',
  'batch', 'ean', 'gtin', 'upc', 'barcode', 'imei',
];

/** Labels of other numbers, which a telephone number never carries. */
const OTHER_NOUNS = [
  'order', 'invoice', 'version', 'build', 'case', 'bates', 'doi', 'ticket', 'reference', 'ref', 'score', 'ein', 'po', 'id', 'uuid',
  'nhs', 'ssn', 'sin', 'tfn', 'npi', 'duns', 'vin', 'utr', 'aadhaar', 'bsn', 'abn', 'acn', 'vat', 'policy', 'claim', 'card', 'page',
  'pages', 'pp', 'section', 'sections', 'exhibit', 'figure', 'table', 'timestamp', 'epoch', 'chapter', 'rfc', 'zip', 'gps',
  'coordinates', 'lat', 'lon', 'routing', 'account', 'acct', 'buffer', 'bytes', 'lotto', 'lottery', 'draw', 'sort code', 'iban',
  'passport', 'licence', 'license',
];

const ENDINGS = ['no', 'nos', 'nr', 'number', 'id', 'code', 'ref'];
const PRODUCT_LABELS = labelSet(PRODUCT_NOUNS, ENDINGS);
const OTHER_LABELS = labelSet([...PRODUCT_NOUNS, ...OTHER_NOUNS], ENDINGS);

/** True when the words right before the number name a product or a document. */
export function isProductNumber(text: string, start: number): boolean {
  return isLabelled(text, start, PRODUCT_LABELS);
}

/** True when the words right before the number say that it is anything but a telephone number. */
export function isNamedOtherwise(text: string, start: number): boolean {
  return isLabelled(text, start, OTHER_LABELS);
}
