import type { Phrase } from '../grammar/phrase-reader.ts';

const RESIZE = '([{want}] (resize|scale|rescale|shrink|enlarge|downscale|upscale|size)|make|convert) [down|up]';
const IMAGE = '([the|this|my|our] [image|photo|picture|img|screenshot|logo|icon|file] [at|called|named|file] <input_path:image> [image|file])';
const PX = '[px|pixels]';
const SIZE = `([exactly] (<dimensions>|<width:pixels> ${PX} (by|x|×|*) <height:pixels>) ${PX}
  |[a] width [of] <width:pixels> ${PX} [and|,] [a] height [of] <height:pixels> ${PX}
  |[a] height [of] <height:pixels> ${PX} [and|,] [a] width [of] <width:pixels> ${PX}
  |<width:pixels> ${PX} wide [and|by|,] <height:pixels> ${PX} (high|tall))`;

export const resizeImagePhrases: readonly Phrase[] = [
  { says: `${RESIZE} ${IMAGE} (to|at|into|to be|with|so that it is) ${SIZE}` },
  { says: `(make|resize|scale) ${IMAGE} ${SIZE}` },
  { says: `change the (size|dimensions|resolution) of ${IMAGE} to ${SIZE}` },
  { says: `set the (size|dimensions|resolution) of ${IMAGE} to ${SIZE}` },
];

const PICTURE = '([the|this|my|a] [image|photo|picture|img|screenshot|scan|file|scanned image] [at|called|named|file] <image_path:image> [image|file])';
const LANGUAGE = '[,] [([which is] in|with language|using|with|language|lang|the language is) [the] [language] <language:language> [language|text]]';
const TAKE = '([{want}] (extract|get|pull|read|grab|recognise|recognize|give me|show me|copy|transcribe|print) [out])';
const TEXT = '[all] [of] {the} [<language:language>] (text|words|writing)';

export const ocrExtractPhrases: readonly Phrase[] = [
  { says: `[{run}|do|perform|apply] [an] ocr [scan] [on|of|for|over] ${PICTURE} ${LANGUAGE}` },
  { says: `${TAKE} ${TEXT} (from|in|out of|of|on|inside|contained in|off) ${PICTURE} [(with|using|by|via) ocr] ${LANGUAGE}` },
  { says: `(what|which) text (is|appears) (in|on|inside) ${PICTURE}` },
  { says: `{what_is} the text (in|on|of|inside) ${PICTURE}` },
  { says: `(use|with) ocr to ${TAKE} ${TEXT} (from|in|out of|of|on) ${PICTURE} ${LANGUAGE}` },
  { says: `transcribe ${PICTURE}` },
];

const DOCUMENT = '([the|this|my] [pdf|docx|html|word|document|file|page|word document|pdf file|html file] [at|called|named|file] <path:document> [document|file|pdf])';

export const extractTextPhrases: readonly Phrase[] = [
  { says: `${TAKE} [all] [of] {the} [plain|raw|full] (text|words|text content|contents|content) (from|in|out of|of|inside) ${DOCUMENT}` },
  { says: `[{want}] (convert|turn|transform) ${DOCUMENT} (to|into) [plain] text` },
  { says: `[{want}] read [me] ([the] [file] <path:pdf_or_docx>|[the] (pdf|document|word document|docx|file) [at|called|named] <path:pdf_or_docx>)` },
  { says: `{what_is} the text (in|of|inside) ${DOCUMENT}` },
  { says: `{what_is} (in|inside|the (contents|content) of) [the] [file|document|pdf] <path:pdf_or_docx>` },
];
