/** A scenario to begin with: it works as it is, and its comments explain each field where it stands. */
export const EXAMPLE_SCENARIO = `{
  "comment": "Save this as scenario.json and run: keelson mock-model scenario.json. Any object may carry a comment; nothing reads it.",
  "name": "a sailor asks about tides",
  "models": ["mock-model"],
  "seed": 1,
  "on_exhausted": "repeat_last",
  "turns": [
    {
      "comment": "A turn with 'when' answers every request that meets all of its conditions, before any turn without.",
      "name": "asks for the tides",
      "when": { "comment": "Also: last_user_equals, system_contains, model, request_number, output_schema, header, streaming, format.", "last_user_contains": "tide", "tool_offered": "tides" },
      "times": 1,
      "answer": [
        { "type": "reasoning", "text": "I need the tables for that." },
        { "type": "tool_call", "name": "tides", "arguments": { "port": "Tromsø" } }
      ],
      "usage": { "input_tokens": 120, "output_tokens": 18, "cached_input_tokens": 100 }
    },
    {
      "comment": "Chosen when a result of that tool has come back.",
      "name": "reads the result",
      "when": { "tool_result": { "name": "tides" } },
      "answer": [{ "type": "text", "text": "High water is at 14:05." }],
      "latency_ms": { "first_byte": 50, "between_chunks": 5 },
      "chunk_chars": 8
    },
    {
      "comment": "These five turns are a whole run: KEELSON_BASE_URL=http://127.0.0.1:4010/v1 keelson run \\"note the tides\\". Each question of a run names the shape of its answer, and the answer is text that holds that JSON.",
      "name": "says what is meant",
      "when": { "output_schema": "PerceiverAnswer" },
      "answer": [{ "type": "text", "text": "{\\"intent\\": \\"Note when high water is\\", \\"scope\\": null, \\"deadline\\": null}" }]
    },
    {
      "name": "plans",
      "when": { "output_schema": "PlannerAnswer" },
      "answer": [{ "type": "text", "text": "{\\"decision\\": \\"plan\\", \\"questions\\": [], \\"reason\\": \\"One file holds it.\\", \\"task_criteria\\": [{\\"criterion\\": \\"tides.md says when high water is\\", \\"mode\\": \\"verifiable\\", \\"required\\": true, \\"check\\": {\\"kind\\": \\"text_contains\\", \\"subject\\": {\\"of\\": \\"file\\", \\"path\\": \\"tides.md\\"}, \\"text\\": \\"14:05\\"}}], \\"subtasks\\": [{\\"sequence\\": 1, \\"role\\": \\"analyst\\", \\"intent\\": \\"Write tides.md\\", \\"context\\": \\"\\", \\"tools\\": [\\"write_file\\"], \\"success_criteria\\": [{\\"criterion\\": \\"tides.md was written by this run\\", \\"mode\\": \\"verifiable\\", \\"required\\": true, \\"check\\": {\\"kind\\": \\"file_changed\\", \\"path\\": \\"tides.md\\"}}, {\\"criterion\\": \\"The note is short\\", \\"mode\\": \\"plausible\\", \\"required\\": false, \\"check\\": null}]}]}" }]
    },
    {
      "comment": "Whoever works is offered tools and finish, with which it hands back; this one comes after the file was written.",
      "name": "hands back",
      "when": { "tool_offered": "finish", "tool_result": { "name": "write_file" } },
      "answer": [{ "type": "tool_call", "name": "finish", "arguments": { "status": "completed", "output": "High water is at 14:05; it stands in tides.md.", "confidence": { "score": 0.9, "rationale": "The file was written." }, "risk": { "level": "low", "rationale": "One new file." }, "artifacts": [], "next_actions": [] } }]
    },
    {
      "name": "works",
      "when": { "tool_offered": "finish" },
      "answer": [{ "type": "tool_call", "name": "write_file", "arguments": { "path": "tides.md", "content": "High water: 14:05\\n" } }]
    },
    {
      "comment": "Asked only for what no check can settle: here whether the note is short.",
      "name": "judges",
      "when": { "output_schema": "SubtaskJudgement" },
      "answer": [{ "type": "text", "text": "{\\"verdicts\\": [{\\"criterion\\": 1, \\"verdict\\": \\"met\\", \\"failure_class\\": null, \\"tool_calls\\": [1], \\"evidence\\": \\"One line was written.\\"}], \\"what_was_wrong\\": \\"\\", \\"what_to_do\\": \\"\\"}" }]
    },
    {
      "comment": "Turns without 'when' answer once each, in this order: this is what the first plain question gets.",
      "name": "greets",
      "answer": [{ "type": "text", "text": "Hello! I am a scripted model: I say what scenario.json tells me to." }]
    },
    {
      "comment": "The second one finds it busy: the client should wait a second and ask again.",
      "name": "is busy",
      "faults": [{ "kind": "status", "status": 429, "headers": { "retry-after": "1" } }]
    },
    {
      "comment": "Breaks off in the middle of a stream. docs/mock-model.md lists all faults.",
      "name": "breaks off",
      "answer": [{ "type": "text", "text": "Half of this sentence is never sent." }],
      "faults": [{ "kind": "cut", "at": "mid_body", "by": "reset" }]
    },
    {
      "comment": "The last one goes on answering, because on_exhausted is repeat_last; with fail, later requests would be refused.",
      "name": "answers",
      "answer": [{ "type": "text", "text": "Fair winds." }],
      "stop_reason": "end_turn"
    }
  ]
}
`;
