import cluster, { type Worker } from 'node:cluster'
import { isAboutMetrics, type Counts, type MetricsMessage, type Report } from './messages.ts'

/** Whoever is too busy to answer is left out. */
const patienceMs = 1_000

type Asked = { waiting: Set<number>; counts: Counts[]; done(): void }

/**
 * The supervisor's part: it passes a question on to those who are `ready`, and the answers back. What they mean is for its
 * children to know.
 */
export function relayMetrics(ready: ReadonlySet<Worker>): void {
  const asked = new Map<number, Asked>()
  let inquiries = 0

  const inquire = (asker: Worker, question: number) => {
    const others = [...ready].filter((child) => child !== asker && child.isConnected())
    const inquiry = (inquiries += 1)
    const counts: Counts[] = []
    const done = () => {
      clearTimeout(timer)
      if (asked.delete(inquiry)) tell(asker, { metrics: 'answer', question, counts })
    }
    const timer = setTimeout(done, patienceMs)
    asked.set(inquiry, { waiting: new Set(others.map(({ id }) => id)), counts, done })
    for (const other of others) tell(other, { metrics: 'inquire', inquiry })
    if (others.length === 0) done()
  }

  const hear = (child: Worker, { inquiry, counts }: Report) => {
    const one = asked.get(inquiry)
    if (!one?.waiting.delete(child.id)) return
    one.counts.push(counts)
    if (one.waiting.size === 0) one.done()
  }

  cluster.on('message', (child, message: unknown) => {
    if (!isAboutMetrics(message)) return
    if (message.metrics === 'ask') inquire(child, message.question)
    if (message.metrics === 'report') hear(child, message)
  })
}

/** One that has just ended hears nothing, and waits for nothing either. */
const tell = (child: Worker, message: MetricsMessage) => {
  if (child.isConnected()) child.send(message, () => {})
}
