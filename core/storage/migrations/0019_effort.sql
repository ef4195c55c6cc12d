-- How much the model is to think in this session; null: what configuration says.
ALTER TABLE sessions ADD COLUMN effort TEXT;
