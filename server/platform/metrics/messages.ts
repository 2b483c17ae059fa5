/** What prom-client counts in one process, as it goes from process to process. */
export type ProcessMetrics = object[]

/** A web process asks for what the others count, and gets it all at once. */
export type MetricsQuestion = { metrics: 'ask'; question: number }
export type MetricsAnswer = { metrics: 'answer'; question: number; counts: ProcessMetrics[] }

/** Each of the others is asked by the supervisor. */
export type MetricsInquiry = { metrics: 'inquire'; inquiry: number }
export type MetricsReport = { metrics: 'report'; inquiry: number; counts: ProcessMetrics }

export type MetricsMessage = MetricsQuestion | MetricsAnswer | MetricsInquiry | MetricsReport

/** Other things are said on the same channel. */
export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message
