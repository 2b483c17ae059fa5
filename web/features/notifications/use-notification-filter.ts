import { readId } from '#contract/fields.ts'
import {
  notificationAudiences,
  notificationMethods,
  notificationStatuses,
  notificationTypes,
} from '#contract/notification-values.ts'
import { useUrlParam } from '#web/shared/use-url-param.ts'

export type NotificationFilterState = ReturnType<typeof useNotificationFilter>

/** What the history is narrowed to. It lives in the URL. */
export function useNotificationFilter() {
  const status = useChoice('status', notificationStatuses)
  const type = useChoice('type', notificationTypes)
  const method = useChoice('method', notificationMethods)
  const audience = useChoice('audience', notificationAudiences)
  const order = useOrder()
  const choices = [status, type, method, audience, order]
  return {
    status,
    type,
    method,
    audience,
    order,
    isSet: choices.some(({ chosen }) => chosen !== undefined),
    clear: () => {
      for (const { choose } of choices) choose(null)
    },
  }
}

/** One of these values, or none where the address says something else. */
function useChoice<Value extends string>(name: string, values: readonly Value[]) {
  const [asWritten, choose] = useUrlParam(name)
  return { chosen: values.find((one) => one === asWritten), choose: (value: Value | null) => choose(value) }
}

/** The order by whose link somebody came. */
function useOrder() {
  const [asWritten, choose] = useUrlParam('order')
  return { chosen: readId(asWritten), choose: (orderId: null) => choose(orderId) }
}
