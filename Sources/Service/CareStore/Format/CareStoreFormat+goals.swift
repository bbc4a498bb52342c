import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: goals among what is planned. Decision 0363.
    static let goals: StoreStep = """
        -- What was planned before is no goal.
        ALTER TABLE routine ADD COLUMN is_goal INTEGER NOT NULL DEFAULT 0 CHECK (is_goal IN (0, 1));
        ALTER TABLE occurrence ADD COLUMN is_goal INTEGER NOT NULL DEFAULT 0 CHECK (is_goal IN (0, 1));
        CREATE INDEX routine_goal ON routine (client, planned_at) WHERE is_goal = 1;
        CREATE INDEX occurrence_goal_open ON occurrence (client, at) WHERE is_goal = 1 AND outcome IS NULL;
        CREATE INDEX occurrence_goal_closed ON occurrence (client, changed_at)
            WHERE is_goal = 1 AND outcome IS NOT NULL;
        """
}
