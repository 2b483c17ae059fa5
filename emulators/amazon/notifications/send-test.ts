import { z } from 'zod'
import { readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { findDestination } from './destinations.ts'
import { deliver, describeNotification } from './publish.ts'
import { readType } from './subscriptions.ts'

const SendTest = z.object({
  destinationId: z.string().min(1),
  testNotification: z.object({ payloadVersion: z.string().min(1), testScenario: z.string().min(1) }),
})

/** A made-up notification, in Amazon's sandbox and here. */
export function sendTestNotification(call: Call): Answer {
  const { destinationId, testNotification } = readBody(SendTest, call.body)
  const destination = findDestination(call.state, destinationId)
  const { payloadVersion, testScenario } = testNotification
  const subscription = { subscriptionId: 'test', payloadVersion }
  const payload = { TestScenario: testScenario }
  deliver(call.state, destination, describeNotification(subscription, readType(call), payload, call.now.toISOString()))
  return { status: 200, body: {} }
}
