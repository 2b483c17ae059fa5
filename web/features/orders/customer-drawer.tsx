import { useQuery } from '@tanstack/react-query'
import UserX from 'lucide-react/icons/user-x'
import { type CustomerDetail, customersApi } from '#contract/customers.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { notificationStatusLabels, notificationTypeLabels } from '#contract/notification-values.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { DrawerSection, Fact } from '#web/shared/drawer-section.tsx'
import { MethodBadge } from '#web/shared/notifications.tsx'
import { OrderFlags, OrderStatusBadge } from '#web/shared/orders/order-badges.tsx'
import { EmailAddress } from '#web/shared/people.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { addressLines, CustomerDataMenu } from './drawer/customer-section.tsx'

type CustomerDrawerProps = { customerId: string; onOpenOrder: (orderId: string) => void; onClose: () => void }

/** One customer: contacts, addresses, orders, messages, and what the law lets them ask for. */
export function CustomerDrawer({ customerId, onOpenOrder, onClose }: CustomerDrawerProps) {
  const { data: customer, error, isFetching, refetch } = useCustomer(customerId)
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Drawer
      open
      onOpenChange={onClose}
      side="right"
      size="wide"
      title={customer ? (customer.name ?? t('Guest Customer')) : t('Customer')}
    >
      <div className="grid gap-7 px-4 pb-8">
        {isUnknown && (
          <EmptyState icon={<UserX />} action={<Button onClick={onClose}>{t('Back')}</Button>}>
            {t('Customer not found in your company.')}
          </EmptyState>
        )}
        {error && !isUnknown && !customer && (
          <LoadError what={t('The customer')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!customer && !error && <Spinner />}
        {customer && !isUnknown && (
          <>
            <Contacts customer={customer} />
            <Orders customer={customer} onOpenOrder={onOpenOrder} />
            <Addresses customer={customer} />
            <Messages customer={customer} />
          </>
        )}
      </div>
    </Drawer>
  )
}

function useCustomer(customerId: string) {
  return useQuery({
    queryKey: ['orders', 'customer', customerId],
    queryFn: ({ signal }) => call(customersApi.detail, { customerId }, { signal }),
  })
}

type SectionProps = { customer: CustomerDetail }

function Contacts({ customer }: SectionProps) {
  const { id, name, email, phone, erasedAt, orderCount, firstOrderAt, lastOrderAt, totals } = customer
  return (
    <section aria-label={t('Overview')} className="grid gap-4">
      {erasedAt && (
        <p className="text-muted">
          {rich(t('The customer’s personal data was erased {when}.'), { when: <RelativeTime moment={erasedAt} /> })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={t('Email')}>{email ? <EmailAddress email={email} /> : '—'}</Fact>
        <Fact label={t('Phone')}>{phone ?? '—'}</Fact>
        <Fact label={t('Orders')}>{formatNumber(orderCount)}</Fact>
        <Fact label={t('First order')}>{firstOrderAt ? <RelativeTime moment={firstOrderAt} /> : '—'}</Fact>
        <Fact label={t('Last order')}>{lastOrderAt ? <RelativeTime moment={lastOrderAt} /> : '—'}</Fact>
        <Fact label={t('Total spent')}>
          {totals.length === 0 && '—'}
          {totals.map(({ currency, amount, orders }) => (
            <span key={currency} className="block">
              <span className="font-semibold">{formatMoney(amount, currency)}</span>{' '}
              {totals.length > 1 && (
                <span className="text-sm text-muted">
                  {t('{orders, plural, one {# order} other {# orders}}', { orders })}
                </span>
              )}
            </span>
          ))}
        </Fact>
      </dl>
      {!erasedAt && (
        <div>
          <CustomerDataMenu customerId={id} name={name} />
        </div>
      )}
    </section>
  )
}

function Orders({
  customer: { orders, orderCount },
  onOpenOrder,
}: SectionProps & Pick<CustomerDrawerProps, 'onOpenOrder'>) {
  const hidden = orderCount - orders.length
  return (
    <DrawerSection title={t('Orders')}>
      {orders.length === 0 && <p className="text-muted">{t('No orders from this customer.')}</p>}
      {orders.length > 0 && (
        <ul aria-label={t('Orders')} className="divide-y rounded-lg border">
          {orders.map((order) => (
            <li key={order.id}>
              <button
                type="button"
                onClick={() => onOpenOrder(order.id)}
                className="grid w-full grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-4 py-2.5 text-left hover:bg-hover"
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{order.orderNumber}</span>{' '}
                  <span className="text-sm text-muted">{shopOrderText(order)}</span>
                </span>
                <span className="text-right font-medium">{formatMoney(order.totalAmount, order.currency)}</span>
                <span className="flex flex-wrap gap-1.5">
                  <OrderStatusBadge status={order.status} />
                  <OrderFlags order={order} />
                </span>
                <span className="text-right text-sm text-muted">
                  <RelativeTime moment={order.placedAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="text-sm text-muted">
          {t('{hidden, plural, one {# older order is} other {# older orders are}} not shown.', { hidden })}
        </p>
      )}
    </DrawerSection>
  )
}

function Addresses({ customer: { addresses } }: SectionProps) {
  if (addresses.length === 0) return null
  return (
    <DrawerSection title={t('Addresses')}>
      <ul aria-label={t('Addresses')} className="grid gap-3 sm:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id} className="rounded-lg border px-4 py-2.5">
            {addressLines(address).map((line, position) => (
              <span key={position} className="block wrap-anywhere">
                {line}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

function Messages({ customer: { messages } }: SectionProps) {
  return (
    <DrawerSection title={t('Messages')}>
      {messages.length === 0 && <p className="text-muted">{t('No emails or texts yet.')}</p>}
      {messages.length > 0 && (
        <ul aria-label={t('Messages')} className="divide-y rounded-lg border">
          {messages.map(({ id, type, method, status, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
              <span className="flex flex-wrap items-center gap-2">
                {notificationTypeLabels[type]} <MethodBadge method={method} />
              </span>
              <span className="text-sm text-muted">
                {notificationStatusLabels[status]} · <RelativeTime moment={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  )
}
