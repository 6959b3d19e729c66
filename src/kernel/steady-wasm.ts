/**
 * Node reads TypeScript with WebAssembly. When several threads of a process do so at once, V8 (13.6) can end the whole
 * process while it swaps the wrappers of often called imports for quicker ones. With this flag none is ever called often
 * enough.
 */
export const STEADY_WASM_FLAG = '--wasm-wrapper-tiering-budget=1000000000';
