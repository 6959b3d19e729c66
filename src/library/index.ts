export { contradictingPassages, type Contradiction, type Passage } from './citations/contradicting-passages.ts';
export { openCollection, type Collection } from './retrieval/collection.ts';
export { rankTexts, type RankedText, type SearchTerm } from './retrieval/rank-texts.ts';
export { retrieve, type Retrieval, type RetrievalOptions, type RetrievalPorts } from './retrieval/retrieve.ts';
export { BM25_B, BM25_K1, saturation, type TextIndex } from './retrieval/text-index.ts';
export { RetrieveOutput, retrieveTool, WORKSPACE_LIBRARY, type RetrievedPassage, type RetrieveToolPorts } from './retrieve-tool.ts';
export { searchWords } from './words/search-words.ts';
export { chunkDocument, type Chunk, type FolderDocument } from './workspace/chunk-document.ts';
