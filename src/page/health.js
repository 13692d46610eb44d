// Connection state: each source (a poll, a followed game) reports its own; the page has trouble if one of them has.

/// `report(source, well)`, `forget(source)` and `isWell()`; `changed(well)` is called when the overall state changes.
export function health(changed) {
  const troubled = new Set();
  const update = (act) => {
    const before = troubled.size === 0;
    act();
    if (before !== (troubled.size === 0)) changed(troubled.size === 0);
  };
  return {
    report: (source, well) => update(() => (well ? troubled.delete(source) : troubled.add(source))),
    isWell: () => troubled.size === 0,
    forget: (source) => update(() => troubled.delete(source)),
  };
}
