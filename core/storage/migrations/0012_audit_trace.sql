ALTER TABLE audit ADD COLUMN server TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN trace_id TEXT NOT NULL DEFAULT '';
UPDATE audit SET trace_id = replace(turn_id, '-', '');
UPDATE audit SET server = substr(tool, 6, instr(substr(tool, 6), '__') - 1) WHERE tool GLOB 'mcp__?*__?*';
-- Failed tools and stopped calls had classes of their own.
UPDATE audit SET error_class = 'internal' WHERE error_class IN ('interrupted', 'tool');
