import { advances, type FulfillmentStatus, type OrderStatus, orderTransitions } from '#contract/order-status.ts'
import { withClient } from '#server/testing/postgres.ts'

/** Every change of a status is a transition that the state machine allows. */
export const checkTransitions = (transitions: readonly StatusTransition[]): string[] =>
  transitions
    .filter((transition) => !isAllowed(transition))
    .map(({ kind, id, was, became }) => `${kind} ${id} went from ${was} to ${became}`)

function isAllowed({ kind, was, became }: StatusTransition): boolean {
  if (kind === 'order') return orderTransitions[was as OrderStatus].includes(became as OrderStatus)
  return advances(was as FulfillmentStatus, became as FulfillmentStatus)
}

type StatusTransition = { kind: 'order' | 'fulfillment'; id: string; was: string; became: string }

/** Installs triggers that record every change of a status, whichever process makes it. */
export const recordTransitions = (adminUrl: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query(`
      create schema chaos;
      create table chaos.moves (n bigserial, kind text, id uuid, was text, became text);
      create function chaos.note_move() returns trigger language plpgsql security definer set search_path = '' as $$
        begin
          insert into chaos.moves (kind, id, was, became) values (tg_argv[0], new.id, old.status, new.status);
          return null;
        end $$;
      create trigger chaos_moves after update of status on orders for each row
        when (old.status is distinct from new.status) execute function chaos.note_move('order');
      create trigger chaos_moves after update of status on fulfillments for each row
        when (old.status is distinct from new.status) execute function chaos.note_move('fulfillment')`)
  })

export const readTransitions = (adminUrl: string): Promise<StatusTransition[]> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<StatusTransition>('select kind, id, was, became from chaos.moves order by n')
    return rows
  })
