/** Help that belongs to no command, with what it is about. */
export const TOPICS = {
  environment: "variables that count, and where things are",
  "exit-codes": "what the exit code tells",
  formatting: "what is printed where, and how",
} as const;

export type TopicName = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as readonly TopicName[];
