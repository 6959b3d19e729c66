export * from './chat-completion.ts';
export * from './chat-request.ts';
export * from './kept-response.ts';
export * from './output-item.ts';
export * from './response-input.ts';
export * from './response-request.ts';
export * from './response-resource.ts';
export * from './response-stream.ts';
