import { actorTypeLabels, actorTypes, auditResources } from '#contract/audit.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { resourceLabels } from './audit-words.ts'
import type { AuditFilterState } from './use-audit-filter.ts'

const everything = 'all'
const chosen = (value: string) => (value === everything ? null : value)

const resourceOptions = [
  { value: everything, label: 'Everything' },
  ...auditResources
    .map((resource) => ({ value: resource, label: resourceLabels[resource] }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]
const actorOptions = [
  { value: everything, label: 'Anybody' },
  ...actorTypes.map((type) => ({ value: type, label: actorTypeLabels[type] })),
]

export function AuditFilters({ filtering }: { filtering: AuditFilterState }) {
  const { text, setText, filter, choose, isSet, clear } = filtering
  return (
    <div className="grid grid-cols-2 gap-2 px-4 pb-4 md:px-5 xl:grid-cols-[1fr_1fr_1fr_1fr_auto]">
      <SearchBox
        label="Search the audit log"
        placeholder="Search by person, action or ID"
        text={text}
        onTextChange={setText}
        className="col-span-full"
      />
      <div className="min-w-0">
        <Select
          aria-label="What it is about"
          options={resourceOptions}
          value={filter.resource ?? everything}
          onValueChange={(resource) => choose({ resource: chosen(resource) })}
        />
      </div>
      <div className="min-w-0">
        <Select
          aria-label="Who did it"
          options={actorOptions}
          value={filter.actorType ?? everything}
          onValueChange={(actorType) => choose({ actorType: chosen(actorType) })}
        />
      </div>
      <DayBox label="From" day={filter.from} onDayChange={(from) => choose({ from })} />
      <DayBox label="To" day={filter.to} onDayChange={(to) => choose({ to })} />
      <Button
        aria-disabled={!isSet}
        onClick={clear}
        className="col-span-full justify-self-end xl:col-span-1 xl:self-center"
      >
        Clear Filters
      </Button>
    </div>
  )
}

type DayBoxProps = { label: string; day: string | undefined; onDayChange: (day: string | null) => void }

function DayBox({ label, day = '', onDayChange }: DayBoxProps) {
  return (
    <label className="col-span-full grid min-w-0 grid-cols-[2.5rem_1fr] items-center text-sm text-muted sm:col-span-1">
      {label}
      <Input
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(event) => onDayChange(event.target.value || null)}
        className="min-w-0"
      />
    </label>
  )
}
