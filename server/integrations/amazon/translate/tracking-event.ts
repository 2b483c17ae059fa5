import type { z } from 'zod'
import type { TrackingEvent } from '../operations/fulfillment/tracking.ts'

export type ShipmentEvent = { type: string; description: string; location: string | null; at: Date }

/** A code we don't know is an event like any other: its description says what happened. */
export function readTrackingEvent(event: z.output<typeof TrackingEvent>): ShipmentEvent {
  const { city, state, country } = event.eventAddress ?? {}
  const places = [city, state, country].filter((place) => place?.trim())
  return {
    type: event.eventCode,
    description: event.eventDescription,
    location: places.join(', ') || null,
    at: event.eventDate,
  }
}
