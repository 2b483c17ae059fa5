import cluster from 'node:cluster'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, register } from 'prom-client'
import { isMetricsMessage, type MetricsAnswer, type ProcessMetrics, type MetricsMessage } from './relay-metrics.ts'

const processes = new Gauge({ name: 'lockstep_processes', help: 'How many processes these figures are of' })

/** Starts the default metrics and answers inquiries of sibling processes (through the supervisor). */
export function startMetrics(): void {
  if (register.getSingleMetric('process_cpu_user_seconds_total')) return
  collectDefaultMetrics()
  processes.set(1)
  if (!cluster.isWorker) return
  process.on('message', (message) => {
    if (isMetricsMessage(message) && message.metrics === 'inquire') void sendReport(message.inquiry)
  })
}

/** The metrics of this process, aggregated with those of its siblings under the same supervisor. */
export async function collectMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics()
  const [own, others] = await Promise.all([readOwnMetrics(), askSiblings()])
  return AggregatorRegistry.aggregate([own, ...others]).metrics()
}

const readOwnMetrics = () => register.getMetricsAsJSON() as Promise<ProcessMetrics>

const send = (message: MetricsMessage) => void process.send?.(message)

async function sendReport(inquiry: number): Promise<void> {
  send({ metrics: 'report', inquiry, counts: await readOwnMetrics() })
}

let questions = 0

function askSiblings(): Promise<ProcessMetrics[]> {
  const question = (questions += 1)
  const answered = new Promise<ProcessMetrics[]>((resolve) => {
    const listen = (message: unknown) => {
      if (!isMetricsMessage(message) || !isAnswerTo(question, message)) return
      process.off('message', listen)
      resolve(message.counts)
    }
    process.on('message', listen)
  })
  send({ metrics: 'ask', question })
  return answered
}

const isAnswerTo = (question: number, message: MetricsMessage): message is MetricsAnswer =>
  message.metrics === 'answer' && message.question === question
