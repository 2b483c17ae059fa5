import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { t } from './i18n.ts'
import { roles } from './roles.ts'

/** The most orders that are assigned at once: those that can be selected on the screen. */
const mostAssignedAtOnce = 500

/** A person of the company, as colleagues see them on orders. */
export const OrderPerson = z.object({ id: Id, name: z.string(), role: z.enum(roles) })
export type OrderPerson = z.output<typeof OrderPerson>

/** Who an order waits for: whoever is signed in, nobody yet, or a person by id. */
export const assigneeChoices = ['me', 'nobody'] as const
export const AssigneeFilter = z.union([z.enum(assigneeChoices), Id])

/** The role that one needs to be given an order: nobody else could do anything with it. */
export const assigneeAccess = 'ops'

export const orderAssignmentsApi = {
  people: endpoint({
    method: 'GET',
    path: '/api/order-people',
    summary: 'The active people of the company, by name: whom an order can be assigned to, and who can be mentioned',
    access: 'readonly',
    scope: 'company',
    reply: z.array(OrderPerson),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/order-assignments',
    summary: 'Assign orders to a person, or unassign them',
    access: assigneeAccess,
    scope: 'company',
    body: z.strictObject({
      orderIds: z
        .array(Id)
        .min(1, t('Choose at least one order'))
        .max(mostAssignedAtOnce, t('Choose up to {mostAssignedAtOnce} orders at a time', { mostAssignedAtOnce })),
      userId: Id.nullable(),
    }),
    reply: z.object({ changed: z.int() }),
  }),
}
