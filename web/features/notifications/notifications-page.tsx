import { t } from '#contract/i18n.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table } from '#web/ui/table.tsx'
import { useNotifications } from './api.ts'
import { NoNotifications, notificationColumns, NotificationSettingsLink } from './notifications-list.tsx'
import { NotificationDrawer } from './notification-drawer.tsx'
import { NotificationFilters, useNotificationFilter } from './notification-filters.tsx'

export function NotificationsPage() {
  const filter = useNotificationFilter()
  const detail = useUrlDetail('message')
  const notifications = useNotifications({
    status: filter.status.chosen,
    type: filter.type.chosen,
    method: filter.method.chosen,
    audience: filter.audience.chosen,
    orderId: filter.order.chosen,
  })
  const ofOrder = notifications.data?.rows.find(({ orderId }) => orderId === filter.order.chosen)

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Notifications')}
        subtitle={t('Messages to you and your customers, sent and waiting')}
        actions={<NotificationSettingsLink />}
      />
      <Card aria-label={t('History')}>
        <NotificationFilters filter={filter} orderNumber={ofOrder?.orderNumber ?? null} />
        <PagedList what={t('The history')} query={notifications} empty={<NoNotifications filter={filter} />}>
          {(rows) => (
            <Table caption={t('Messages')} columns={notificationColumns} rows={rows} rowKey={({ id }) => id} />
          )}
        </PagedList>
      </Card>
      {detail.id && (
        <NotificationDrawer
          key={detail.id}
          notificationId={detail.id}
          onResent={({ id }) => detail.swap(id)}
          onClose={detail.close}
        />
      )}
    </div>
  )
}
