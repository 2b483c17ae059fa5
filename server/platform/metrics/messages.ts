/** What prom-client counts in one process, as it goes from process to process. */
export type Counts = object[]

/** A web process asks for what the others count, and gets it all at once. */
export type Question = { metrics: 'ask'; question: number }
export type Answer = { metrics: 'answer'; question: number; counts: Counts[] }

/** Each of the others is asked by the supervisor. */
export type Inquiry = { metrics: 'inquire'; inquiry: number }
export type Report = { metrics: 'report'; inquiry: number; counts: Counts }

export type MetricsMessage = Question | Answer | Inquiry | Report

/** Other things are said on the same channel. */
export const isAboutMetrics = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message
