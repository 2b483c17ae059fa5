import type { ReactNode } from 'react'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { anyChoice, flagOptions, statusOptions } from './order-filter-words.ts'
import type { OrderFiltering } from './use-order-filter.ts'

const choiceOrNull = (value: string) => (value === anyChoice ? null : value)

type OrderFiltersProps = { filtering: OrderFiltering; views: ReactNode }

export function OrderFilters({ filtering, views }: OrderFiltersProps) {
  const { text, setText, filter, choose, channels, isSet, clear } = filtering
  return (
    <Card aria-labelledby="order-filters">
      <CardHeader id="order-filters" title="Filters" actions={views} />
      <CardBody className="grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] xl:flex">
        <SearchBox
          label="Search orders"
          placeholder="Search orders..."
          text={text}
          onTextChange={setText}
          className="col-span-full xl:flex-1"
        />
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Status"
            options={statusOptions}
            value={filter.status ?? anyChoice}
            onValueChange={(status) => choose({ status: choiceOrNull(status) })}
          />
        </div>
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Channel"
            options={[{ value: anyChoice, label: 'All Channels' }, ...channels]}
            value={filter.channelId ?? anyChoice}
            onValueChange={(channelId) => choose({ channelId: choiceOrNull(channelId) })}
          />
        </div>
        <div className="min-w-0 xl:w-40">
          <Select
            aria-label="Flag"
            options={flagOptions}
            value={filter.flag ?? anyChoice}
            onValueChange={(flag) => choose({ flag: choiceOrNull(flag) })}
          />
        </div>
        <Button
          aria-disabled={!isSet}
          onClick={clear}
          className="md:col-span-full md:justify-self-end lg:col-span-1 xl:self-center"
        >
          Clear Filters
        </Button>
      </CardBody>
    </Card>
  )
}
