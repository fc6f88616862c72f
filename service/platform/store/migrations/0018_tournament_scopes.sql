-- A token that had every scope goes on having every scope: nobody could give the new ones to the players of before.
UPDATE shengji.token SET scopes = scopes || '{tournament:write,tournament:manage}'
WHERE scopes @> '{account:read,account:write,table:create,table:play,table:read,webhook:manage}'
    AND NOT scopes && '{tournament:write,tournament:manage}';
