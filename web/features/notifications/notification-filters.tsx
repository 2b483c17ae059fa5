import X from 'lucide-react/icons/x'
import { readId } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import {
  notificationAudienceLabels,
  notificationAudiences,
  notificationMethodLabels,
  notificationMethods,
  notificationStatuses,
  notificationStatusLabels,
  notificationTypeLabels,
  notificationTypes,
} from '#contract/notification-values.ts'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { useFocusFallback } from '#web/ui/focus.ts'

type NotificationFiltersProps = {
  filter: NotificationFilterState
  /** Number of the order in the filter; null until a message of that order is loaded. */
  orderNumber: string | null
}

export function NotificationFilters({ filter, orderNumber }: NotificationFiltersProps) {
  const filters = useFocusFallback<HTMLDivElement>(filter.order.chosen === undefined)
  return (
    <div ref={filters} tabIndex={-1} className="flex flex-wrap gap-2 border-b px-4 py-3 outline-none md:px-5">
      {filter.order.chosen && (
        <Button onClick={() => filter.order.choose(null)}>
          {orderNumber ? t('Order {orderNumber}', { orderNumber }) : t('One order')}
          <span className="sr-only">{t(': remove this filter')}</span>
          <X aria-hidden />
        </Button>
      )}
      <ChoiceFilter
        label={t('Status')}
        all={t('All Statuses')}
        values={notificationStatuses}
        labels={notificationStatusLabels}
        choice={filter.status}
      />
      <ChoiceFilter
        label={t('Type')}
        all={t('All Types')}
        values={notificationTypes}
        labels={notificationTypeLabels}
        choice={filter.type}
      />
      <ChoiceFilter
        label={t('Method')}
        all={t('All Methods')}
        values={notificationMethods}
        labels={notificationMethodLabels}
        choice={filter.method}
      />
      <ChoiceFilter
        label={t('Recipient')}
        all={t('All Recipients')}
        values={notificationAudiences}
        labels={notificationAudienceLabels}
        choice={filter.audience}
      />
      <Button aria-disabled={!filter.isSet} onClick={filter.clear}>
        {t('Clear Filters')}
      </Button>
    </div>
  )
}

const everything = 'all'

type ChoiceFilterProps<Value extends string> = {
  label: string
  /** Label of the option that does not filter. */
  all: string
  values: readonly Value[]
  labels: Record<Value, string>
  choice: { chosen: Value | undefined; choose: (value: Value | null) => void }
}

function ChoiceFilter<Value extends string>({ label, all, values, labels, choice }: ChoiceFilterProps<Value>) {
  const options = [{ value: everything, label: all }, ...values.map((value) => ({ value, label: labels[value] }))]
  return (
    <div className="min-w-36 flex-1 sm:max-w-44">
      <Select
        aria-label={label}
        options={options}
        value={choice.chosen ?? everything}
        onValueChange={(next) => choice.choose(values.find((value) => value === next) ?? null)}
      />
    </div>
  )
}

export type NotificationFilterState = ReturnType<typeof useNotificationFilter>

/** Filters of the message history, kept in the URL. */
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

/** A filter with fixed values; an unknown value in the URL counts as none. */
function useChoice<Value extends string>(name: string, values: readonly Value[]) {
  const [urlValue, choose] = useUrlParam(name)
  return { chosen: values.find((one) => one === urlValue), choose: (value: Value | null) => choose(value) }
}

/** The filter by order, set by links from orders. */
function useOrder() {
  const [urlValue, choose] = useUrlParam('order')
  return { chosen: readId(urlValue), choose: (orderId: null) => choose(orderId) }
}
